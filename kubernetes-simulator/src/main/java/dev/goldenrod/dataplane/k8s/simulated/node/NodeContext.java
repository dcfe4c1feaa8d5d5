package dev.goldenrod.dataplane.k8s.simulated.node;

import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.dataplane.k8s.simulated.process.NodeNamespaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The services of the node that its pods use. */
interface NodeContext {
  ObjectApi api();

  NodeNamespaces machine();

  Path folder();

  /** Returns a function that maps volume handles to directories. */
  Function<String, Path> volumes();

  /** Returns the image; empty if it cannot be pulled. */
  Optional<Image> image(String name);

  /** Returns how long a second between two probes takes. */
  Duration probeSecond();

  void ended(PodWorker worker);
}
