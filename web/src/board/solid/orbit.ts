/**
 * Rotation, shift and zoom of a solid board. Pure: it knows neither the DOM nor three.js, and time is a parameter
 * (milliseconds).
 *
 * The eye stays on the z axis and looks along it; the board rotates. There is no pole where rotation gets stuck,
 * since a drag rotates about the screen's axes, whatever the orientation.
 */
import { easeOut } from "../motion";
import { compose, slerp, turn, type Quat } from "../vec";

/** Vertical field of view in radians. */
export const FIELD = (30 * Math.PI) / 180;

const GLIDE_MS = 300;
/** The spin falls to 1/e in this time. */
const SPIN_MS = 300;
const SLOWEST_SPIN = 0.00003;
const FASTEST_SPIN = 0.012;
/** The time of the last step while the user drags the board. */
const HELD = -1;

interface Glide {
  from: Quat;
  to: Quat;
  start: number;
}

export class Orbit {
  turn: Quat;
  /** Distance of the eye from the middle of the board. */
  away: number;
  /** How far the eye is moved aside, to the right and up. */
  aside: [number, number] = [0, 0];

  /** Radians per second by which the idle board rotates about its own vertical axis; 0 for none. */
  cruise = 0;

  private homeAway = 1;
  private spin: [number, number] = [0, 0];
  private last = 0;
  private glide: Glide | null = null;

  /** A board of that radius, with the initial rotation `home`. */
  constructor(
    private readonly radius: number,
    private home: Quat,
  ) {
    this.turn = home;
    this.away = this.homeAway;
  }

  /** Sets another initial rotation. */
  begin(home: Quat): void {
    this.stop();
    this.turn = this.home = home;
  }

  /** Sets the window's aspect ratio, so that the whole board fits. */
  fit(width: number, height: number): void {
    const narrow = Math.min(1, width / Math.max(1, height));
    const half = Math.atan(Math.tan(FIELD / 2) * narrow);
    const before = this.homeAway;
    this.homeAway = (1.02 * this.radius) / Math.sin(half);
    this.away = before === 1 ? this.homeAway : (this.away * this.homeAway) / before;
  }

  /** Stops all automatic motion. */
  stop(): void {
    this.spin = [0, 0];
    this.glide = null;
  }

  /** The user grabs the board: nothing moves by itself until the release. */
  hold(): void {
    this.stop();
    this.last = HELD;
  }

  /** Reports whether the user holds the board. */
  get held(): boolean {
    return this.last === HELD;
  }

  /** Rotates by angles about the screen's vertical and horizontal axes: the near side moves right and down. */
  turnBy(right: number, down: number): void {
    this.turn = compose(turn([0, 1, 0], right), compose(turn([1, 0, 0], down), this.turn));
  }

  /** One step of a drag, by angles, that took `ms`. */
  drag(right: number, down: number, ms: number): void {
    this.glide = null;
    this.turnBy(right, down);
    const share = Math.min(1, ms / 40);
    const speed = (angle: number, before: number) => {
      const now = Math.max(-FASTEST_SPIN, Math.min(FASTEST_SPIN, angle / Math.max(4, ms)));
      return before + (now - before) * share;
    };
    this.spin = [speed(right, this.spin[0]), speed(down, this.spin[1])];
    this.last = HELD;
  }

  /** The user releases the board: it continues to spin, unless it was held still. */
  release(sinceLastStep: number, still: boolean, now: number): void {
    if (!this.held) return;
    if (sinceLastStep > 60 || still) this.spin = [0, 0];
    this.last = now;
  }

  /** Moves the eye aside, by board units. */
  shift(right: number, up: number): void {
    const most = this.radius;
    const clamp = (v: number) => Math.max(-most, Math.min(most, v));
    this.aside = [clamp(this.aside[0] + right), clamp(this.aside[1] + up)];
  }

  zoom(factor: number): void {
    this.away = Math.max(this.homeAway * 0.12, Math.min(this.homeAway * 2, this.away / factor));
  }

  /** Rotates to `to`, slowly unless `still`. */
  glideTo(to: Quat, still: boolean, now: number): void {
    this.stop();
    if (still) this.turn = to;
    else this.glide = { from: this.turn, to, start: now };
  }

  /** Back to the first view. */
  goHome(still: boolean, now: number): void {
    this.away = this.homeAway;
    this.aside = [0, 0];
    this.glideTo(this.home, still, now);
  }

  /** Advances to the time `now`; returns whether it is still moving. */
  step(now: number): boolean {
    if (this.glide) {
      const t = Math.min(1, Math.max(0, now - this.glide.start) / GLIDE_MS);
      this.turn = slerp(this.glide.from, this.glide.to, easeOut(t));
      this.last = now;
      if (t === 1) this.glide = null;
      return t < 1 || this.cruise !== 0;
    }
    // During a drag, only drag() rotates the board.
    if (this.held) return false;
    const ms = Math.min(50, Math.max(0, now - this.last));
    this.last = now;
    this.turn = compose(this.turn, turn([0, 1, 0], (this.cruise * ms) / 1000));
    if (Math.hypot(...this.spin) < SLOWEST_SPIN) {
      this.spin = [0, 0];
      return this.cruise !== 0;
    }
    this.turnBy(this.spin[0] * ms, this.spin[1] * ms);
    const slower = Math.exp(-ms / SPIN_MS);
    this.spin = [this.spin[0] * slower, this.spin[1] * slower];
    return true;
  }
}
