package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredName;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1EventSource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ObjectReference;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records changes of a declared object's conditions as Events, which {@code kubectl describe}
 * shows. Each change is recorded once, after its status was written. An Event that cannot be
 * recorded is dropped, because the conditions have the same information.
 */
record DeclaredEvents(DeclaredApi api, Clock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(DeclaredEvents.class);
  private static final String COMPONENT = "goldenrod";

  /** The longest message that an API server accepts, in characters. */
  private static final int LONGEST = 1024;

  private record News(String type, String reason, String message) {}

  void record(DeclaredObject before, DeclaredObject written, ObjectConditions conditions) {
    for (News news : news(before, written, conditions)) {
      try {
        api.events(written.name().namespace()).createUnlessThere(event(written, news));
      } catch (DataPlaneException refused) {
        LOG.debug(
            "{}: cannot write Event {}: {}", written.name(), news.reason(), refused.getMessage());
      }
    }
  }

  private static List<News> news(
      DeclaredObject before, DeclaredObject written, ObjectConditions conditions) {
    List<News> news = new ArrayList<>();
    if (before.id().isEmpty()) {
      written.id().ifPresent(id -> news.add(new News("Normal", "Made", "created with ID " + id)));
    }
    boolean wasReady = before.condition("Ready", "status").filter("True"::equals).isPresent();
    Optional<ObjectConditions.Stall> stalled =
        conditions
            .stalled()
            .filter(
                stall ->
                    !before.condition("Stalled", "reason").equals(Optional.of(stall.reason())));
    stalled.ifPresent(stall -> news.add(new News("Warning", stall.reason(), stall.message())));
    if (conditions.isReady() && !wasReady) {
      news.add(new News("Normal", "Ready", or(conditions.message(), "clients can log in")));
    } else if (wasReady && !conditions.isReady() && conditions.stalled().isEmpty()) {
      news.add(
          new News(
              "Normal", conditions.reason(), or(conditions.message(), "clients cannot log in")));
    }
    return news;
  }

  private static String or(String message, String otherwise) {
    return message.isEmpty() ? otherwise : message;
  }

  private CoreV1Event event(DeclaredObject object, News news) {
    DeclaredName name = object.name();
    String key = object.uid() + "/" + object.resourceVersion() + "/" + news.reason();
    OffsetDateTime now = OffsetDateTime.ofInstant(clock.instant(), clock.getZone());
    return new CoreV1Event()
        .apiVersion("v1")
        .kind("Event")
        .metadata(
            new V1ObjectMeta()
                .namespace(name.namespace())
                .name(
                    name.name()
                        + "."
                        + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8))))
        .involvedObject(
            new V1ObjectReference()
                .apiVersion(name.kind().apiVersion())
                .kind(name.kind().wireName())
                .namespace(name.namespace())
                .name(name.name())
                .uid(object.uid())
                .resourceVersion(object.resourceVersion()))
        .type(news.type())
        .reason(news.reason())
        .message(news.message().substring(0, Math.min(news.message().length(), LONGEST)))
        .count(1)
        .firstTimestamp(now)
        .lastTimestamp(now)
        .source(new V1EventSource().component(COMPONENT))
        .reportingComponent(COMPONENT);
  }
}
