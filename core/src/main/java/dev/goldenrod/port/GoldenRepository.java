package dev.goldenrod.port;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Goldens and their versions. A name is unique in its organisation among those that are not
 * deleted.
 */
public interface GoldenRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the name is taken
   */
  void insert(Golden golden);

  /** The golden, also when it is being deleted. */
  Optional<Golden> find(UUID orgId, UUID id);

  /** The golden of that name, also when it is being deleted; none that can be restored. */
  Optional<Golden> findByName(UUID orgId, String name);

  /** All goldens, oldest first, also those being deleted and those that can be restored. */
  List<GoldenSummary> list(UUID orgId);

  /**
   * A page of the same list.
   *
   * @param after only rows behind that place, whether a row is there or not; null for the oldest
   * @param limit the most rows to return
   */
  List<Placed<GoldenSummary>> page(UUID orgId, @Nullable Place after, int limit);

  /** Goldens that are deleted and can be restored, the first deleted first. */
  List<Golden> restorable(UUID orgId);

  /**
   * Replaces the row if its revision is the golden's, raising it; false when it is not.
   *
   * @throws StoreConflictException when the name is another's
   */
  boolean update(Golden golden);

  /** Removes the row and its versions; without effect when there is none. */
  void delete(UUID orgId, UUID id);

  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the number is taken or the golden does not exist
   */
  void insertVersion(GoldenVersion version);

  Optional<GoldenVersion> findVersion(UUID goldenId, int number);

  /** The ready version with the highest number. */
  Optional<GoldenVersion> latestReady(UUID goldenId);

  /** All versions, reserved ones included, lowest number first. */
  List<GoldenVersion> versions(UUID goldenId);

  /**
   * The versions of those handles, of all goldens of the organisation, in no order.
   *
   * @param handles an empty one is no version's
   */
  List<GoldenVersion> versionsOf(UUID orgId, Collection<String> handles);

  /** Replaces the row of the same golden and number; without effect when there is none. */
  void updateVersion(GoldenVersion version);

  /** Removes the row; without effect when there is none. */
  void deleteVersion(UUID goldenId, int number);
}
