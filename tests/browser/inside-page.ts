/** Expressions that the browser evaluates: text, because nothing here may use the types of the DOM. */

export const openEverything = `
  for (const details of document.querySelectorAll('details')) details.open = true`;

export const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Texts of charts whose contrast with what is painted below them is less than 4.5, as "text: contrast". */
export const weakChartTexts = `(() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const page = getComputedStyle(document.body).backgroundColor;
  const groundOf = (text) => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const below = document.elementsFromPoint(left + width / 2, top + height / 2)
      .filter((element) => element.tagName === 'path' && getComputedStyle(element).fill !== 'none');
    return below.length === 0 ? page : getComputedStyle(below[0]).fill;
  };
  const weakTexts = (chart) => [...chart.querySelectorAll('text')].flatMap((text) => {
    const [a, b] = [getComputedStyle(text).fill, groundOf(text)].map(luminance).sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    return contrast >= 4.5 ? [] : [text.textContent + ': ' + contrast.toFixed(2)];
  });
  return [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
    chart.scrollIntoView({ block: 'center' });
    return weakTexts(chart);
  });
})()`;

/** Pairs of labels of one chart that lie over each other. */
export const collidingLabels = `(() => {
  const touches = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return [...document.querySelectorAll('svg.chart')].flatMap((chart) => {
    const labels = [...chart.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    return labels.flatMap(([name, box], index) =>
      labels.slice(index + 1).filter(([, other]) => touches(box, other)).map(([other]) => name + ' / ' + other));
  });
})()`;
