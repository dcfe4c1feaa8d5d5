package dev.goldenrod.dataplane.k8s.simulated.node;

import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.dataplane.k8s.simulated.process.NodeNamespaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** What the pods of the node work with. */
interface NodeContext {
  ObjectApi api();

  NodeNamespaces machine();

  /** Where the node keeps its files. */
  Path folder();

  /** The folders of volumes by their handles. */
  Function<String, Path> volumes();

  /** Empty when the image cannot be pulled. */
  Optional<Image> image(String name);

  /** How long a second between two probes takes. */
  Duration probeSecond();

  void ended(PodWorker worker);
}
