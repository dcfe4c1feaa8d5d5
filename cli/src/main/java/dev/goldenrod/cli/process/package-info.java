/** Programs that commands run: found, told their signals, waited for. */
@NullMarked
package dev.goldenrod.cli.process;

import org.jspecify.annotations.NullMarked;
