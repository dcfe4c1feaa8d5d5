/** Branches of databases as pages show them: trees and differences of schemas. */
@NullMarked
package dev.goldenrod.console.branch;

import org.jspecify.annotations.NullMarked;
