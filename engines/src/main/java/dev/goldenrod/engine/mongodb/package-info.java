/**
 * The MongoDB engine.
 *
 * <p>Decided in: docs/decisions/0013-mongodb-is-a-server-alone.md
 */
@NullMarked
package dev.goldenrod.engine.mongodb;

import org.jspecify.annotations.NullMarked;
