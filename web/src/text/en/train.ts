// The trainer.
export default {} as const;
