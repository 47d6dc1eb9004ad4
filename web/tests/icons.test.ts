import { describe, expect, it } from "vitest";

import { rounded } from "../icons";

describe("the path of an icon", () => {
  it("keeps its shape on whole numbers", () => {
    expect(rounded("M90.53 23c-18.345 0-36.688 7.002-50.686 21")).toBe("m91 23c-19 0-37 7-51 21");
    expect(rounded("M10 10H20.4V3.6L5 5z")).toBe("m10 10h10v-6l-15 1z");
    expect(rounded("m1 1 2 2 3.2 0z")).toBe("m1 1l2 2 3 0z");
  });
  it("loses nothing along the way: every point is rounded where it lies", () => {
    expect(rounded(`M0 0${"l.4 0".repeat(10)}`).match(/-?\d+/g)!.map(Number).reduce((a, b) => a + b)).toBe(4);
  });
  it("may be drawn on a coarser grid", () => expect(rounded("M10 10H20.4V3.6L5 5z", 2)).toBe("m5 5h5v-3l-7 1z"));
  it("goes on from where a closed part began", () => expect(rounded("M5.4 5.4l9 0zm1 1l2 2")).toBe("m5 5l9 0zm1 1l2 2"));
  it("reads the flags of an arc that stand without a space", () => {
    expect(rounded("a16.26 16.3 0 01.5.25A5 5 0 1 0 3 4.06")).toBe("a16.3 16.3 0 0 1 1 0 5 5 0 1 0 2 4");
  });
});
