package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DataDirectoryContext;
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
 * @param client for streams, which stay open
 * @param firstPause before the first retry of a command on a busy server; later ones are longer
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

  public PodExec exec() {
    return new PodExec(client, namespace, firstPause);
  }

  public String output(List<String> command) {
    return exec().output(name, command, NOTHING);
  }

  public String output(List<String> command, Duration atMost) {
    return exec().output(name, command, NOTHING, atMost, () -> false);
  }

  /** Opens a local port that leads to the port on the pod's loopback address. */
  public PodTunnel tunnel(int port) {
    return PodTunnel.open(client, namespace, name, port);
  }

  /** Returns the engine's tools in the pod, which end on cancellation. */
  public PodTools tools(BooleanSupplier cancelled) {
    return new PodTools(this, cancelled);
  }

  public PodFiles files(BooleanSupplier cancelled) {
    return new PodFiles(this, cancelled);
  }

  /**
   * Returns the means to prepare data on the pod's volume, while no server runs on it.
   *
   * @param files the data's private files
   */
  public DataDirectoryContext preparation(
      String release, PrivateFiles files, BooleanSupplier cancelled) {
    PodTools tools = tools(cancelled);
    return preparation(
        release,
        files,
        tools,
        new PodServers(this, PodCallRetry.none(cancelled), files, PodServer::stop, tools::endAll));
  }

  /** Returns the tools of a step, which continue while no server is connected to the pod. */
  public DetachedTools detached(String step, PodCallRetry retry) {
    return new DetachedTools(this, step, retry);
  }

  /** Returns the means to prepare data with detached tools and a detached server. */
  public DataDirectoryContext preparation(
      String release, PrivateFiles files, DetachedTools tools, PodCallRetry retry) {
    return preparation(
        release, files, tools, new PodServers(this, retry, files, left -> {}, () -> {}));
  }

  private static DataDirectoryContext preparation(
      String release, PrivateFiles files, ToolRunner tools, PodServers servers) {
    return new DataDirectoryContext(
        release, UnaryOperator.identity(), PodLayout.DATA, files, tools, servers);
  }
}
