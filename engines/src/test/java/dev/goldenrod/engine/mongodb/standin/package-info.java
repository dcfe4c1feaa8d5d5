/**
 * What stands in for {@code mongod} where there is none: mongo-java-server behind mongod's options
 * and logins. It runs in a process of its own, with the jars that it is started with alone.
 */
@NullMarked
package dev.goldenrod.engine.mongodb.standin;

import org.jspecify.annotations.NullMarked;
