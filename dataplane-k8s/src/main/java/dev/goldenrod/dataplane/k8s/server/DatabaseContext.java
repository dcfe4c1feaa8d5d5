package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts of the data plane that databases use.
 *
 * @param classes the classes of volumes, read again each time
 * @param engines by their types
 * @param pods gives access to a pod by its name
 * @param versions finds the metadata of a golden version's data, by its handle
 * @param blanks makes the data that empty databases begin with
 * @param tls the TLS settings of servers from their next start on; empty for each engine's default
 * @param registered makes the data of versions that this data plane did not import
 */
public record DatabaseContext(
    ClusterApi cluster,
    KubernetesOptions options,
    Supplier<StorageClasses> classes,
    Images images,
    Map<String, Engine> engines,
    Function<String, EnginePod> pods,
    Function<String, Optional<SavedData>> versions,
    Optional<NamespaceTls> tls,
    DataPreparation<Origin.Blank> blanks,
    DataPreparation<VersionRef> registered,
    WaitTimes times) {
  public PodImage image(DatabaseRoot root) {
    DatabaseInfo info = DatabaseServers.info(root);
    return images.of(info.type(), info.release(), root.build());
  }

  public Engine engine(String type) {
    return Optional.ofNullable(engines.get(type))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "this data plane has no engine of type '%s', only %s"
                        .formatted(type, engines.keySet().stream().sorted().toList())));
  }
}
