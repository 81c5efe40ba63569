/** Captures keystrokes typed before a lazy-loaded field is there; the field takes them when it mounts. */
export function captureKeystrokes(): { take: () => string } {
  let text = '';
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', handleKey);
  return {
    take: () => {
      window.removeEventListener('keydown', handleKey);
      return text;
    },
  };
}
