/** Letters that are typed before the field that is to take them has come: the field asks for them when it is there. */
export function catchLetters(): { take: () => string } {
  let letters = '';
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') letters = letters.slice(0, -1);
    else if (event.key.length === 1) letters += event.key;
    else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', handleKey);
  return {
    take: () => {
      window.removeEventListener('keydown', handleKey);
      return letters;
    },
  };
}
