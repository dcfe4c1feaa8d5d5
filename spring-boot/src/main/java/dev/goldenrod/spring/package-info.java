/**
 * Clones of a golden for the tests of a Spring Boot application: the property {@code
 * goldenrod.golden} gives each application context one, or with {@code goldenrod.per-test} each
 * test. Nothing in it is called by an application.
 */
@NullMarked
package dev.goldenrod.spring;

import org.jspecify.annotations.NullMarked;
