package dev.goldenrod.http.view;

import dev.goldenrod.source.Source;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A source, as the list shows it. */
public record SourceView(
    UUID id,
    String kind,
    String status,
    Map<String, @Nullable Object> config,
    String scopedCredsRef) {
  /** A source, as the answer to its creation shows it. */
  public record Created(UUID id, String kind, String status) {}

  public static SourceView of(Source source) {
    return new SourceView(
        source.id(),
        source.kind().wireName(),
        Source.STATUS,
        source.config(),
        source.scopedCredsRef());
  }

  public static Created created(Source source) {
    return new Created(source.id(), source.kind().wireName(), Source.STATUS);
  }
}
