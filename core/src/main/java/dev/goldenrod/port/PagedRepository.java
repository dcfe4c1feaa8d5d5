package dev.goldenrod.port;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of an organization that are read page by page, newest first. */
public interface PagedRepository<R> {
  /**
   * Returns a page of the rows.
   *
   * @param after only rows behind that place, even if it was deleted; null for the first page
   */
  List<R> list(UUID orgId, @Nullable Place after, int limit);

  /** Returns the place of a row; empty when the organization has no such row. */
  Optional<Place> place(UUID orgId, UUID id);
}
