package dev.goldenrod.masking.schema;

import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name the column's name, without quotes
 * @param type the type as {@code format_type} writes it, for example {@code character varying(20)}
 * @param typeInfo the type's parts
 * @param notNull whether NULL is refused
 * @param generated whether the value is computed from other columns of the row
 * @param hasDefault whether a row without the value gets a default or the next number of an
 *     identity
 * @param comment the column's comment, if it has one
 */
public record Column(
    String name,
    String type,
    ColumnType typeInfo,
    boolean notNull,
    boolean generated,
    boolean hasDefault,
    @Nullable String comment) {}
