/** A condition that has lasted for a while: reporting every short one would flicker. Create within a component. */
export class Lasting {
  now = $state(false);

  /** going: whether it holds; patience: how many milliseconds to wait before reporting it. */
  constructor(going: () => boolean, patience: () => number) {
    $effect(() => {
      if (!going()) {
        this.now = false;
        return;
      }
      const timer = setTimeout(() => (this.now = true), patience());
      return () => clearTimeout(timer);
    });
  }
}
