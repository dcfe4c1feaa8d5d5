package dev.goldenrod.control;

import java.util.UUID;

/**
 * An import to start.
 *
 * @param golden the lineage to add a version to; made when it does not exist
 * @param pgMajor the major version the source is to have; 0 for whatever it has
 */
public record StartImport(UUID sourceId, String golden, int pgMajor) {}
