/** What pages of several kinds of resources share. */
@NullMarked
package dev.goldenrod.console.page;

import org.jspecify.annotations.NullMarked;
