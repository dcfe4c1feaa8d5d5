/** MongoDB. */
@NullMarked
package dev.goldenrod.engine.mongodb;

import org.jspecify.annotations.NullMarked;
