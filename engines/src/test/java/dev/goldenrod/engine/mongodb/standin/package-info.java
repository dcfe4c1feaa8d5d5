/**
 * A stand-in for {@code mongod}: mongo-java-server with mongod's options and logins. It runs in a
 * process of its own with only the jars that it needs.
 */
@NullMarked
package dev.goldenrod.engine.mongodb.standin;

import org.jspecify.annotations.NullMarked;
