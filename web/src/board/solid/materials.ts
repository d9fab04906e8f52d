/**
 * The materials of a solid board. All light comes from behind the eye's left shoulder and moves with it. Colours are
 * plain sRGB numbers throughout, so they match CSS.
 */
/* eslint-disable moyo/text -- shaders are programs */
import { Color, ShaderMaterial, UniformsLib, UniformsUtils, type Texture } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { mix, type Palette, type Rgb } from "../palette";

export const toColor = ([r, g, b]: Rgb, into = new Color()): Color => into.setRGB(r / 255, g / 255, b / 255);

/** Half the width of a line, in spacings. */
const LINE = 0.017;
/** Black stones get an outline if it is this much brighter than the ground, from 0 to 255. */
const EDGED = 40;
/** How much light a stone blocks from the ground beneath its edge. */
const SHADOW = 0.62;

const withFog = (uniforms: Record<string, { value: unknown }>) => ({
  ...UniformsUtils.clone(UniformsLib.fog),
  ...uniforms,
});

/**
 * Gives a vertex the depth of a place nearer to the eye by `rise`. In a hollow, as inside a ring, the ground around a
 * point is higher than the point and would cut off the edge of its stone; at a slant it covers it slightly longer.
 */
const aboveGround = (rise: string) => `
        vec4 above = projectionMatrix * (mvPosition + vec4(0.0, 0.0, 1.35 * ${rise}, 0.0));
        gl_Position.z = above.z / above.w * gl_Position.w;`;

/**
 * The matt ground with its lines and the shadows of stones; `alpha` below 1 makes it transparent. `stones` holds the
 * size of the stone on each point, from 0 for none to 1.
 */
export function surfaceMaterial(stones: Texture, spacing: number): ShaderMaterial {
  const material = new ShaderMaterial({
    uniforms: withFog({
      light: { value: new Color() },
      shade: { value: new Color() },
      ink: { value: new Color() },
      dark: { value: 0 },
      alpha: { value: 1 },
      stones: { value: stones },
      halfLine: { value: LINE * spacing },
    }),
    vertexShader: `
      attribute vec4 lines;
      attribute vec4 points;
      attribute vec4 radii;
      uniform sampler2D stones;
      varying vec3 vNormal;
      varying vec3 vToEye;
      varying vec4 vLines;
      varying vec4 vRadii;
      varying vec4 vSizes;
      #include <fog_pars_vertex>
      float sizeAt(float point) {
        int wide = textureSize(stones, 0).x;
        int i = int(point + 0.5);
        return point < 0.0 ? 0.0 : texelFetch(stones, ivec2(i % wide, i / wide), 0).r;
      }
      void main() {
        vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
        vNormal = normalMatrix * normal;
        vToEye = -mvPosition.xyz;
        vLines = lines;
        vRadii = radii;
        vSizes = vec4(sizeAt(points.x), sizeAt(points.y), sizeAt(points.z), sizeAt(points.w));
        gl_Position = projectionMatrix * mvPosition;
        #include <fog_vertex>
      }`,
    fragmentShader: `
      uniform vec3 light;
      uniform vec3 shade;
      uniform vec3 ink;
      uniform float dark;
      uniform float alpha;
      uniform float halfLine;
      varying vec3 vNormal;
      varying vec3 vToEye;
      varying vec4 vLines;
      varying vec4 vRadii;
      varying vec4 vSizes;
      #include <fog_pars_fragment>
      void main() {
        // Both sides are lit alike: a normal's sign has no meaning on a one-sided surface.
        vec3 n = normalize(vNormal);
        vec3 eye = normalize(vToEye);
        n *= sign(dot(n, eye) + 1e-6);
        float lit = clamp(dot(n, normalize(vec3(-0.35, 0.5, 0.8))), 0.0, 1.0);
        float facing = dot(n, eye);
        vec3 ground = mix(shade, light, 0.15 + 0.85 * lit) * (0.86 + 0.14 * smoothstep(0.0, 0.5, facing));
        // The light that a stone blocks from the ground near it.
        vec4 shadows = vSizes * (1.0 - smoothstep(vec4(0.55), vec4(1.55), vRadii));
        float kept = dark * min(1.0, dot(shadows, shadows) + 0.25 * dot(shadows, vec4(1.0)));
        ground *= 1.0 - kept;
        // Lines never get thinner than a pixel: they get fainter.
        vec4 pixels = fwidth(vLines) + 1e-6;
        vec4 halves = max(vec4(halfLine), 0.55 * pixels);
        vec4 inks = (1.0 - smoothstep(halves - 0.5 * pixels, halves + 0.5 * pixels, vLines)) * min(vec4(1.0), 1.3 * halfLine / halves);
        float line = max(max(inks.x, inks.y), max(inks.z, inks.w));
        // Dithers by half a colour step either way: on a large round surface the steps would be visible as bands.
        ground += (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
        gl_FragColor = vec4(mix(ground, ink, line), max(max(alpha, line), (1.0 - alpha) * kept));
        #include <fog_fragment>
      }`,
    fog: true,
    side: 2,
    // Edges that are not sides of faces are in the surface: push it back slightly so that they win.
    polygonOffset: true,
    polygonOffsetFactor: 1.5,
    polygonOffsetUnits: 3,
  });
  material.forceSinglePass = true;
  return material;
}

/**
 * Stones, instanced. `look` of an instance is (whiteness, deadness, opacity, rise of the ground around it): a dead
 * stone fades towards the surface.
 */
export function stoneMaterial(transparent: boolean): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: withFog({
      black: { value: new Color() },
      blackRim: { value: new Color() },
      blackLight: { value: new Color() },
      blackEdge: { value: new Color() },
      edged: { value: 0 },
      white: { value: new Color() },
      whiteLight: { value: new Color() },
      whiteEdge: { value: new Color() },
      ground: { value: new Color() },
    }),
    vertexShader: `
      attribute vec4 look;
      varying vec3 vLook;
      varying vec3 vNormal;
      varying vec3 vToEye;
      #include <fog_pars_vertex>
      void main() {
        mat3 axes = mat3(instanceMatrix);
        vec3 squares = vec3(dot(axes[0], axes[0]), dot(axes[1], axes[1]), dot(axes[2], axes[2]));
        vNormal = normalMatrix * (axes * (normal / max(squares, vec3(1e-9))));
        vec4 mvPosition = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
        vToEye = -mvPosition.xyz;
        vLook = look.xyz;
        gl_Position = projectionMatrix * mvPosition;
        ${aboveGround("look.w")}
        #include <fog_vertex>
      }`,
    fragmentShader: `
      uniform vec3 black, blackRim, blackLight, blackEdge, white, whiteLight, whiteEdge, ground;
      uniform float edged;
      varying vec3 vLook;
      varying vec3 vNormal;
      varying vec3 vToEye;
      #include <fog_pars_fragment>
      void main() {
        vec3 n = normalize(vNormal);
        vec3 eye = normalize(vToEye);
        float lit = clamp(dot(n, normalize(vec3(-0.4, 0.55, 0.75))), 0.0, 1.0);
        float facing = abs(dot(n, eye));
        float rim = 1.0 - smoothstep(0.05, 0.30, facing);
        vec3 dark = mix(black, blackLight, 0.8 * pow(lit, 6.0));
        // Backlight along the rim, stronger at the top: it separates dark stones.
        float back = smoothstep(0.6, 0.06, facing) * (0.62 + 0.38 * n.y);
        dark = mix(dark, blackRim, back);
        dark = mix(dark, blackEdge, edged * (1.0 - smoothstep(0.34, 0.42, facing)));
        vec3 bright = mix(white * (0.74 + 0.26 * lit), whiteLight, pow(lit, 3.0));
        bright = mix(bright, whiteEdge, 0.6 * rim);
        vec3 color = mix(mix(dark, bright, vLook.x), ground, 0.58 * vLook.y);
        gl_FragColor = vec4(color, vLook.z);
        #include <fog_fragment>
      }`,
    fog: true,
    transparent,
  });
}

/** Marks, instanced squares on the surface, upright on screen, on the side of the eye. */
export function markMaterial(atlas: Texture): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: withFog({ atlas: { value: atlas } }),
    vertexShader: `
      attribute vec3 center;
      attribute vec3 up; // the surface's normal; zero if there is no surface
      attribute vec4 cell;  // u, v, width and height in the atlas
      attribute vec4 shape; // half the side, height above the surface, rise of the ground around it, radius of the stone beneath
      varying vec2 vUv;
      #include <fog_pars_vertex>
      // To the centre of the visible part of a stone, from its rim on the ground to its top, and in front of it. Seen
      // from the side, it is unclear which half that is.
      vec3 overStone(vec3 n, vec3 eye, float high, float wide) {
        float facing = clamp(dot(n, eye), 0.0, 1.0);
        float aside = sqrt(1.0 - facing * facing);
        if (aside < 1e-3) return eye * high;
        float sure = smoothstep(0.0, 0.2, facing);
        float off = 0.5 * (length(vec2(facing * wide, aside * high)) - facing * wide);
        float before = 1.0 / length(vec2(aside / wide, facing / high));
        return (n - facing * eye) / aside * off * sure + eye * before * mix(0.4, 1.0, sure);
      }
      void main() {
        vec3 middle = (modelViewMatrix * vec4(center, 1.0)).xyz;
        vec3 eye = normalize(-middle);
        vec3 n = normalMatrix * up;
        n = dot(n, n) < 0.01 ? eye : normalize(n * sign(dot(n, eye) + 1e-6));
        // A tilt towards the eye keeps numbers legible near the horizon.
        vec3 leaning = normalize(mix(n, eye, 0.35));
        vec3 lift = shape.w > 0.0 ? overStone(n, eye, shape.y, shape.w) : leaning * shape.y;
        n = leaning;
        vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), n) + vec3(1e-4, 0.0, 0.0));
        vec3 top = cross(n, right);
        // Nearer to the eye, so that its stone does not cut into it.
        vec3 at = middle + lift + eye * 0.5 * shape.x + (right * position.x + top * position.y) * shape.x;
        vec4 mvPosition = vec4(at, 1.0);
        vUv = cell.xy + (position.xy * 0.5 + 0.5) * cell.zw;
        gl_Position = projectionMatrix * mvPosition;
        // At a slant a part of the mark would be inside the stone.
        ${aboveGround("(shape.z + 0.4 * shape.w)")}
        #include <fog_vertex>
      }`,
    fragmentShader: `
      uniform sampler2D atlas;
      varying vec2 vUv;
      #include <fog_pars_fragment>
      void main() {
        vec4 ink = texture2D(atlas, vUv);
        if (ink.a < 0.02) discard;
        gl_FragColor = vec4(ink.rgb / ink.a, ink.a);
        #include <fog_fragment>
      }`,
    fog: true,
    transparent: true,
    depthWrite: false,
    side: 2,
    forceSinglePass: true,
  });
}

export const edgeMaterial = (): LineMaterial => new LineMaterial({ fog: true, worldUnits: false });

const set = (material: ShaderMaterial, name: string, rgb: Rgb): void => {
  toColor(rgb, material.uniforms[name]!.value as Color);
};

/** Stones of one plain colour have no shading and no shadow. */
const isShaded = ({ black, blackLight }: Palette): boolean => black.some((c, i) => c !== blackLight[i]);

/** Applies the colours of a palette to a surface whose lines have the colour `ink`. */
export function paintSurface(palette: Palette, ink: Rgb, material: ShaderMaterial): void {
  set(material, "light", palette.surface);
  set(material, "shade", palette.surfaceShade);
  set(material, "ink", ink);
  material.uniforms["dark"]!.value = isShaded(palette) ? SHADOW : 0;
}

const brightness = (rgb: Rgb): number => (rgb[0] + rgb[1] + rgb[2]) / 3;

/** Applies the colours of a palette to materials of stones. */
export function paintStones(palette: Palette, materials: readonly ShaderMaterial[]): void {
  const own = ["black", "blackLight", "blackEdge", "white", "whiteLight", "whiteEdge"] as const;
  const rim = isShaded(palette)
    ? mix(palette.blackLight, palette.white, 0.3)
    : mix(palette.black, palette.white, 0.6);
  for (const material of materials) {
    set(material, "blackRim", rim);
    for (const name of own) set(material, name, palette[name]);
    set(material, "ground", palette.surface);
    material.uniforms["edged"]!.value =
      brightness(palette.blackEdge) > brightness(palette.surface) + EDGED ? 1 : 0;
  }
}
