/** What has gone on for a while: who is told of each moment of it sees it flash. Made within a component. */
export class Lasting {
  now = $state(false);

  /** going: whether it goes on; patience: for how many milliseconds that is not worth a word. */
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
