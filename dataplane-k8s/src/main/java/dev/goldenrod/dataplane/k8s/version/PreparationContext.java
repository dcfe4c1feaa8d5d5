package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts of a cluster that are used for making data.
 *
 * @param classes the classes of volumes, read again each time
 * @param pods gives access to a pod by its name
 */
public record PreparationContext(
    ClusterApi cluster,
    Supplier<StorageClasses> classes,
    Images images,
    Function<String, EnginePod> pods,
    WaitTimes times) {}
