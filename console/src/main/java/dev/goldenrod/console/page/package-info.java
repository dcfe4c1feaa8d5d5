/** Parts that pages of several kinds of resources use: lists, owners and queries. */
@NullMarked
package dev.goldenrod.console.page;

import org.jspecify.annotations.NullMarked;
