// Imported by the process of a server before everything else: shifts its clock.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const { now: systemNow } = Date;
Date.now = () => systemNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget),
});
