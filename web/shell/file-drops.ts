export const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Prevents the browser from opening files that are dropped where nothing accepts them. */
export function refuseFileDrops(): void {
  const refuse = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    // Pages that accept files handle the event later and override this.
    event.dataTransfer!.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
