/** What commands print: tables, JSON, YAML, names, CSV, and what happens meanwhile. */
@NullMarked
package dev.goldenrod.cli.output;

import org.jspecify.annotations.NullMarked;
