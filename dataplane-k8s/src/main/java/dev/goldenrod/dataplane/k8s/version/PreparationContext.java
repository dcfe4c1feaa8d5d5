package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What making data uses of a cluster.
 *
 * @param classes by what volumes are made; asked anew each time
 * @param pods reaches into a pod by its name
 */
public record PreparationContext(
    ClusterApi cluster,
    Supplier<StorageClasses> classes,
    Images images,
    Function<String, EnginePod> pods,
    WaitTimes times) {}
