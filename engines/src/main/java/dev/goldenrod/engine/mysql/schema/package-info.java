/** The schema of a MySQL database: what SHOW CREATE tells of it. */
@NullMarked
package dev.goldenrod.engine.mysql.schema;

import org.jspecify.annotations.NullMarked;
