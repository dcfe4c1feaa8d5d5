/** The means of measurement: samples, sizes, requests and processes. */
@NullMarked
package dev.goldenrod.bench.measure;

import org.jspecify.annotations.NullMarked;
