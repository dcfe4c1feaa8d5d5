package dev.goldenrod.port;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of an organisation that are read page by page, newest first. */
public interface PagedRepository<R> {
  /**
   * A page of the list.
   *
   * @param after only rows behind that place, whether a row is there or not; null for the newest
   * @param limit the most rows to return
   */
  List<R> list(UUID orgId, @Nullable Place after, int limit);

  /** The place of a row; empty when the organisation has no such row. */
  Optional<Place> place(UUID orgId, UUID id);
}
