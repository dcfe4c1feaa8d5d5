package dev.goldenrod.control;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An import to start.
 *
 * @param golden the lineage to add a version to; made when it does not exist
 * @param pgMajor the major version the source is to have; null for whatever it has
 */
public record StartImport(UUID sourceId, String golden, @Nullable Integer pgMajor) {}
