/** How databases are made, changed, promoted and deleted, and who may do it. */
@NullMarked
package dev.goldenrod.control.database;

import org.jspecify.annotations.NullMarked;
