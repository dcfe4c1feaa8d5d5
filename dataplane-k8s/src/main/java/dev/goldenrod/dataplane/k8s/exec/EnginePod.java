package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ToolRunner;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A running pod with an engine's programs on its path and a volume, laid out as {@link PodLayout}
 * says. Thread-safe.
 *
 * @param client for what stays open
 * @param firstPause before a busy server is asked again to run a command; later pauses are longer
 */
public record EnginePod(ApiClient client, String namespace, String name, Duration firstPause) {
  private static final byte[] NOTHING = {};

  public EnginePod {
    Objects.requireNonNull(client);
    Objects.requireNonNull(namespace);
    Objects.requireNonNull(name);
  }

  public EnginePod(ApiClient client, String namespace, String name) {
    this(client, namespace, name, PodStream.FIRST_PAUSE);
  }

  /** Runs commands in the pods of its namespace. */
  public PodExec exec() {
    return new PodExec(client, namespace, firstPause);
  }

  /** What the command prints; see {@link PodExec#output}. */
  public String output(List<String> command) {
    return exec().output(name, command, NOTHING);
  }

  /** The same, for a command that takes no longer than that, or hangs. */
  public String output(List<String> command, Duration atMost) {
    return exec().output(name, command, NOTHING, atMost, () -> false);
  }

  /** A port of this process that leads to one of the pod's loopback address. */
  public PodTunnel tunnel(int port) {
    return PodTunnel.open(client, namespace, name, port);
  }

  /** Runs the engine's tools in the pod, until that is cancelled. */
  public PodTools tools(BooleanSupplier cancelled) {
    return new PodTools(this, cancelled);
  }

  /** The pod's files; what takes long ends when that is cancelled. */
  public PodFiles files(BooleanSupplier cancelled) {
    return new PodFiles(this, cancelled);
  }

  /**
   * What makes data of the release on the pod's volume, whose own server does not run.
   *
   * @param files what goes with the data
   */
  public Preparation preparation(String release, PrivateFiles files, BooleanSupplier cancelled) {
    PodTools tools = tools(cancelled);
    return preparation(
        release,
        files,
        tools,
        new PodServers(this, Persistence.none(cancelled), files, PodServer::stop, tools::endAll));
  }

  /**
   * Tools of a step that go on while no server is connected to the pod.
   *
   * @param step its name
   */
  public DetachedTools detached(String step, Persistence persistence) {
    return new DetachedTools(this, step, persistence);
  }

  /** The same as the other preparation, with such tools; so does the data's server go on. */
  public Preparation preparation(
      String release, PrivateFiles files, DetachedTools tools, Persistence persistence) {
    return preparation(
        release, files, tools, new PodServers(this, persistence, files, left -> {}, () -> {}));
  }

  private static Preparation preparation(
      String release, PrivateFiles files, ToolRunner tools, PodServers servers) {
    return new Preparation(
        release, UnaryOperator.identity(), PodLayout.DATA, files, tools, servers);
  }
}
