import { keepFocus } from './focus';

/** Returns a function that draws at once, the focus kept; a redraw from within the drawing follows after it. */
export function createRedraw(page: () => HTMLElement | undefined, draw: () => void): () => void {
  let drawing = false;
  let again = false;
  return () => {
    again = true;
    if (drawing) return;
    drawing = true;
    try {
      while (again) {
        again = false;
        keepFocus(page(), draw);
      }
    } finally {
      drawing = false;
    }
  };
}
