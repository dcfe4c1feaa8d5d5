/** What answers look like: one record for each JSON object, its fields in snake case. */
@NullMarked
package dev.goldenrod.http.view;

import org.jspecify.annotations.NullMarked;
