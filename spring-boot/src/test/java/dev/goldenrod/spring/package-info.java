/** Tests of an application under Spring's test framework, with real clones. */
@NullMarked
package dev.goldenrod.spring;

import org.jspecify.annotations.NullMarked;
