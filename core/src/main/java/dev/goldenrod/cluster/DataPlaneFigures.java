package dev.goldenrod.cluster;

import java.util.Optional;

/**
 * The state of a data plane that is attached to a server.
 *
 * @param cluster the name of its cluster
 * @param unreachable why the data plane cannot be used now; empty when it can
 * @param storage the storage of its volumes; empty when they share none, or it cannot be read
 */
public record DataPlaneFigures(
    String cluster, Optional<String> unreachable, Optional<StorageUse> storage) {}
