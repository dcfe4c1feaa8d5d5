/** The pages, a class or two for each kind of resource. */
@NullMarked
package dev.goldenrod.console.page;

import org.jspecify.annotations.NullMarked;
