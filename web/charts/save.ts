/** Hands a file to the browser to keep. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
