package dev.goldenrod.dataplane.k8s.client;

import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.informer.exception.WatchExpiredException;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watchable;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one kind, selected by labels. They are listed again before every watch: if the cluster
 * was restored to an older state, its change numbers start again lower, a continued watch shows
 * nothing of that, and lists as of the old number are refused. Used by one thread.
 */
final class SelectedObjects<T extends KubernetesObject, L extends KubernetesListObject>
    implements ListerWatcher<T, L> {
  /** The server ends a watch after this time, so changes that a watch missed are seen by then. */
  static final Duration WATCH = Duration.ofMinutes(4);

  private final GenericKubernetesApi<T, L> api;
  private final String kind;
  private final @Nullable String namespace;
  private final String labels;
  private final Runnable watching;
  private boolean isListed;

  /**
   * @param watching is called for every watch that begins
   */
  SelectedObjects(
      GenericKubernetesApi<T, L> api,
      String kind,
      @Nullable String namespace,
      String labels,
      Runnable watching) {
    this.api = api;
    this.kind = kind;
    this.namespace = namespace;
    this.labels = labels;
    this.watching = watching;
  }

  @Override
  public L list(CallGeneratorParams params) {
    ListOptions options = options();
    KubernetesApiResponse<L> response =
        namespace == null ? api.list(options) : api.list(namespace, options);
    if (!response.isSuccess()) {
      throw ApiErrors.refused("list " + kind, response.getHttpStatusCode(), response.getStatus());
    }
    isListed = true;
    return Objects.requireNonNull(response.getObject());
  }

  @Override
  public Watchable<T> watch(CallGeneratorParams params) throws ApiException {
    if (!isListed) {
      throw new WatchExpiredException();
    }
    isListed = false;
    ListOptions options = options();
    options.setResourceVersion(params.resourceVersion);
    options.setTimeoutSeconds((int) WATCH.toSeconds());
    Watchable<T> watch = watch(options);
    watching.run();
    return watch;
  }

  private Watchable<T> watch(ListOptions options) throws ApiException {
    try {
      return namespace == null ? api.watch(options) : api.watch(namespace, options);
    } catch (ApiException e) {
      if (e.getCause() instanceof IOException || e.getCode() == HttpURLConnection.HTTP_GONE) {
        throw e;
      }
      throw ApiErrors.refused("watch " + kind, e.getCode(), ApiErrors.status(e));
    }
  }

  private ListOptions options() {
    ListOptions options = new ListOptions();
    options.setLabelSelector(labels);
    return options;
  }
}
