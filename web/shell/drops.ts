const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Refuses files that are let go where nothing takes them: the browser would leave the page to show them. */
export function refuseFiles(): void {
  const refuse = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    // Pages that take files hear of it after this and say so.
    event.dataTransfer!.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
