// The paper's encoding in two dimensions, for the page that explains it. The program has it in any
// number of dimensions; the tests compare both.

/** Positions (row, column) from low to high frequency: diagonals, from their ends to the middle,
 * starting on the side of the longer dimension (Algorithm 1). */
export function coefficientOrder(rows: number, columns: number, count = rows * columns): [number, number][] {
  const order: [number, number][] = [];
  const isWide = columns > rows;
  for (let diagonal = 0; diagonal <= rows + columns - 2 && order.length < count; ++diagonal) {
    const elements: [number, number][] = [];
    for (let row = Math.max(0, diagonal - columns + 1); row <= Math.min(rows - 1, diagonal); ++row) {
      elements.push([row, diagonal - row]);
    }
    // Sorted from the corner of the longer dimension (ties: rows) to the other one.
    if (!isWide) elements.reverse();
    for (let i = 0, low = 0, high = elements.length - 1; low <= high; ++i) {
      order.push(i % 2 === 0 ? elements[low++] : elements[high--]);
    }
  }
  return order.slice(0, count);
}

/** One axis: w_k = 1/sqrt(N) (c_0 + 2 sum c_n cos(pi n (k + 1/2) / N)), Eq. 11; along both axes. */
export function inverseCosine(coefficients: number[][]): number[][] {
  const alongRows = coefficients.map(inverseAxis);
  const columns = coefficients[0].length;
  const result = coefficients.map(() => new Array<number>(columns).fill(0));
  for (let column = 0; column < columns; ++column) {
    inverseAxis(alongRows.map((row) => row[column])).forEach((value, row) => {
      result[row][column] = value;
    });
  }
  return result;
}

function inverseAxis(c: number[]): number[] {
  const size = c.length;
  return c.map((_, k) => {
    let sum = c[0];
    for (let n = 1; n < size; ++n) if (c[n] !== 0) sum += 2 * c[n] * Math.cos((Math.PI * n * (k + 0.5)) / size);
    return sum / Math.sqrt(size);
  });
}

/** The array that holds the genes at their positions, zeros elsewhere. */
export function coefficientArray(genes: readonly number[], rows: number, columns: number): number[][] {
  const array = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  coefficientOrder(rows, columns, Math.min(genes.length, rows * columns)).forEach(([row, column], k) => {
    array[row][column] = genes[k];
  });
  return array;
}

/** A genome decoded into a matrix of weights. */
export function decoded(genes: readonly number[], rows: number, columns: number): number[][] {
  return inverseCosine(coefficientArray(genes, rows, columns));
}
