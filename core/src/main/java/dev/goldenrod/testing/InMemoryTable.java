package dev.goldenrod.testing;

import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import dev.goldenrod.port.ValueNormalizer;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows by key, in insertion order. Changes are recorded in the undo log. */
final class InMemoryTable<K, R extends Record> {
  private final UndoLog undoLog;
  private final String name;
  private final Function<R, K> key;
  private final Map<String, Function<R, ?>> uniqueValues = new HashMap<>();
  private final Map<K, Long> places = new HashMap<>();
  private final TreeMap<Long, R> rows = new TreeMap<>();
  private Function<R, Instant> createdAt = row -> Instant.EPOCH;
  private long lastPlace;

  InMemoryTable(UndoLog undoLog, String name, Function<R, K> key) {
    this.undoLog = undoLog;
    this.name = name;
    this.key = key;
  }

  InMemoryTable<K, R> unique(String what, Function<R, ?> value) {
    uniqueValues.put(what, value);
    return this;
  }

  /** Sets the time by which pages are ordered. */
  InMemoryTable<K, R> listedBy(Function<R, Instant> time) {
    createdAt = time;
    return this;
  }

  void insert(R row) {
    if (find(key.apply(row)).isPresent()) {
      throw undoLog.refused(name + " " + key.apply(row) + " already exists");
    }
    put(++lastPlace, row);
  }

  Optional<R> find(K rowKey) {
    undoLog.requireOpen();
    return Optional.ofNullable(places.get(rowKey)).map(rows::get);
  }

  boolean replace(R row) {
    undoLog.requireOpen();
    Long place = places.get(key.apply(row));
    if (place == null) {
      return false;
    }
    put(place, row);
    return true;
  }

  boolean remove(K rowKey) {
    undoLog.requireOpen();
    Long place = places.get(rowKey);
    if (place == null) {
      return false;
    }
    set(place, rowKey, null);
    return true;
  }

  void removeIf(Predicate<R> condition) {
    where(condition).forEach(row -> remove(key.apply(row)));
  }

  List<R> where(Predicate<R> condition) {
    undoLog.requireOpen();
    return rows.values().stream().filter(condition).toList();
  }

  /** Returns the matching rows in the given order; equal ones in insertion order. */
  List<R> where(Predicate<R> condition, Comparator<R> order) {
    undoLog.requireOpen();
    return rows.values().stream().filter(condition).sorted(order).toList();
  }

  /** Returns at most {@code limit} of the matching rows, the first ones in the given order. */
  List<R> first(int limit, Predicate<R> condition, Comparator<R> order) {
    return where(condition, order).stream().limit(limit).toList();
  }

  List<R> lastFirst(Predicate<R> condition) {
    undoLog.requireOpen();
    return rows.descendingMap().values().stream().filter(condition).toList();
  }

  /** Returns the matching rows by their insertion numbers, which start at 1. */
  SortedMap<Long, R> places(Predicate<R> condition) {
    undoLog.requireOpen();
    TreeMap<Long, R> found = new TreeMap<>(rows);
    found.values().removeIf(condition.negate());
    return found;
  }

  /** Returns a page of the matching rows, in the reverse of the given order. */
  List<R> page(Predicate<R> condition, Comparator<Place> order, @Nullable Place after, int limit) {
    return where(condition).stream()
        .map(row -> Map.entry(placeOf(row), row))
        .filter(placed -> after == null || order.compare(placed.getKey(), after) < 0)
        .sorted(Map.Entry.<Place, R>comparingByKey(order).reversed())
        .limit(limit)
        .map(Map.Entry::getValue)
        .toList();
  }

  List<Placed<R>> oldestFirst(Predicate<R> condition, @Nullable Place after, int limit) {
    Comparator<Place> order = Comparator.comparing(Place::createdAt).thenComparing(Place::number);
    return where(condition).stream()
        .map(row -> new Placed<>(placeOf(row), row))
        .filter(placed -> after == null || order.compare(placed.place(), after) > 0)
        .sorted(Comparator.comparing(Placed::place, order))
        .limit(limit)
        .toList();
  }

  Optional<Place> place(K rowKey, Predicate<R> condition) {
    return find(rowKey).filter(condition).map(this::placeOf);
  }

  private Place placeOf(R row) {
    return new Place(createdAt.apply(row), Objects.requireNonNull(places.get(key.apply(row))));
  }

  private void put(long place, R row) {
    R stored = normalize(row);
    uniqueValues.forEach((what, value) -> requireUnique(place, what, value, stored));
    set(place, key.apply(stored), stored);
  }

  private void requireUnique(long place, String what, Function<R, ?> value, R row) {
    Object wanted = value.apply(row);
    rows.forEach(
        (otherPlace, other) -> {
          if (otherPlace != place && wanted.equals(value.apply(other))) {
            throw undoLog.refused("another " + name + " has the same " + what);
          }
        });
  }

  private void set(long place, K rowKey, @Nullable R row) {
    R before = rows.get(place);
    undoLog.recordUndo(() -> assign(place, rowKey, before));
    assign(place, rowKey, row);
  }

  private void assign(long place, K rowKey, @Nullable R row) {
    if (row == null) {
      rows.remove(place);
      places.remove(rowKey);
    } else {
      rows.put(place, row);
      places.put(rowKey, place);
    }
  }

  /** Copies a record as a database would return it: normalized by {@link ValueNormalizer}. */
  private static <T extends Record> T normalize(T row) {
    RecordComponent[] components = row.getClass().getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    @Nullable Object[] values = new @Nullable Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        values[i] = normalizeValue(components[i].getAccessor().invoke(row));
      }
      @SuppressWarnings("unchecked")
      T copy = (T) row.getClass().getDeclaredConstructor(types).newInstance(values);
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot copy the record " + row.getClass().getName(), e);
    }
  }

  private static @Nullable Object normalizeValue(@Nullable Object value) {
    if (value instanceof String text) {
      return ValueNormalizer.text(text);
    }
    if (value instanceof Instant instant) {
      return ValueNormalizer.instant(instant);
    }
    if (value instanceof Record row) {
      return normalize(row);
    }
    if (value instanceof Map<?, ?> map) {
      return ValueNormalizer.json(textKeys(map));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(InMemoryTable::normalizeValue).toList();
    }
    return value;
  }

  @SuppressWarnings("unchecked") // The only maps in the records are JSON objects.
  private static Map<String, @Nullable Object> textKeys(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
