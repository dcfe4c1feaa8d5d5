package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.port.PagedRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request for a page of a list.
 *
 * @param limit 1 to 1000
 * @param before only rows older than this one, which must still exist; null for the newest, and in
 *     a list that begins with the oldest
 * @param cursor the cursor of the previous page; null for the first page
 */
public record PageRequest(int limit, @Nullable UUID before, @Nullable String cursor) {
  private static final int MAX_LIMIT = 1000;
  private static final Pattern PLACE = Pattern.compile("(\\w+) (-?\\d{1,15}) (\\d{1,18})");

  public PageRequest {
    requireLimit(limit);
    if (before != null && cursor != null) {
      throw ControlPlaneException.invalid("cursor", "cannot be given together with before");
    }
  }

  static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw ControlPlaneException.invalid("limit", limit + " must be 1 to " + MAX_LIMIT);
    }
  }

  /** Returns a page, newest first; {@code list} is the list's name in cursors. */
  <R> Page<R> read(String list, UUID orgId, PagedRepository<R> rows, Function<R, UUID> id) {
    List<R> found = rows.list(orgId, beginning(list, orgId, rows), limit + 1);
    if (found.size() <= limit) {
      return new Page<>(found, Optional.empty());
    }
    List<R> page = found.subList(0, limit);
    return new Page<>(
        page, rows.place(orgId, id.apply(page.get(limit - 1))).map(place -> text(list, place)));
  }

  @FunctionalInterface
  interface OldestFirst<R> {
    List<Placed<R>> list(@Nullable Place after, int limit);
  }

  /**
   * Returns a page, oldest first.
   *
   * @param list the list's name in cursors
   * @param visible whether the caller may see a row
   */
  <R> Page<R> read(String list, OldestFirst<R> rows, Predicate<R> visible) {
    if (before != null) {
      throw ControlPlaneException.invalid(
          "before", "is not supported by this list, which is sorted oldest first");
    }
    List<Placed<R>> found = new ArrayList<>();
    Place after = cursor == null ? null : parse(list, cursor);
    List<Placed<R>> some;
    do {
      some = rows.list(after, limit + 1);
      some.stream().filter(placed -> visible.test(placed.row())).forEach(found::add);
      after = some.isEmpty() ? after : some.get(some.size() - 1).place();
    } while (found.size() <= limit && some.size() > limit);
    List<R> page = found.stream().limit(limit).map(Placed::row).toList();
    return new Page<>(
        page,
        found.size() > limit
            ? Optional.of(text(list, found.get(limit - 1).place()))
            : Optional.empty());
  }

  private @Nullable Place beginning(String list, UUID orgId, PagedRepository<?> rows) {
    if (before != null) {
      return rows.place(orgId, before)
          .orElseThrow(
              () -> ControlPlaneException.invalid("before", before + " is not in the list"));
    }
    return cursor == null ? null : parse(list, cursor);
  }

  private static String text(String list, Place place) {
    String text = list + " " + place.createdAt().toEpochMilli() + " " + place.number();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Place parse(String list, String cursor) {
    Matcher place = PLACE.matcher(decoded(cursor));
    if (!place.matches() || !place.group(1).equals(list)) {
      throw unknown();
    }
    return new Place(
        Instant.ofEpochMilli(Long.parseLong(place.group(2))), Long.parseLong(place.group(3)));
  }

  private static String decoded(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unknown();
    }
  }

  private static ControlPlaneException unknown() {
    return ControlPlaneException.invalid(
        "cursor", "must be the next_cursor of a previous response");
  }
}
