package dev.goldenrod.cluster;

import java.util.Optional;

/**
 * What a server knows of a data plane that it holds.
 *
 * @param cluster the name of its cluster
 * @param unreachable why nothing can be asked of it now; empty when it can be
 * @param storage of its volumes; empty where they have none in common, or it cannot be looked at
 */
public record DataPlaneFigures(
    String cluster, Optional<String> unreachable, Optional<StorageUse> storage) {}
