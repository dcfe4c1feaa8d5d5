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
 * Goldens and their versions. Names of goldens that are not deleted are unique in an organization.
 */
public interface GoldenRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the name is taken
   */
  void insert(Golden golden);

  /** Returns the golden, even when it is being deleted. */
  Optional<Golden> find(UUID orgId, UUID id);

  /**
   * Returns the goldens with the given ids, oldest first, including deleted ones; unknown ids are
   * left out.
   */
  List<Golden> findAll(UUID orgId, Collection<UUID> ids);

  /**
   * Returns the golden of that name, even when it is being removed for good; deleted goldens that
   * can be restored are left out.
   */
  Optional<Golden> findByName(UUID orgId, String name);

  /** Returns all goldens, oldest first, including deleted ones. */
  List<GoldenSummary> list(UUID orgId);

  /**
   * Returns a page of {@link #list}.
   *
   * @param after only rows behind that place, even if it was deleted; null for the first page
   */
  List<Placed<GoldenSummary>> page(UUID orgId, @Nullable Place after, int limit);

  /** Returns the deleted goldens that can be restored, in the order of their deletion. */
  List<Golden> restorable(UUID orgId);

  /**
   * Replaces the row if its revision is unchanged, and raises it; returns false when it is not.
   *
   * @throws StoreConflictException when the name is taken
   */
  boolean update(Golden golden);

  /** Deletes the row and its versions; no effect when there is none. */
  void delete(UUID orgId, UUID id);

  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the number is taken or the golden does not exist
   */
  void insertVersion(GoldenVersion version);

  Optional<GoldenVersion> findVersion(UUID goldenId, int number);

  /** Returns the ready version with the highest number. */
  Optional<GoldenVersion> latestReady(UUID goldenId);

  /** Returns all versions, including reserved ones, lowest number first. */
  List<GoldenVersion> versions(UUID goldenId);

  /**
   * Returns the versions with the given handles, of all goldens of the organization, unordered.
   *
   * @param handles an empty handle matches no version
   */
  List<GoldenVersion> versionsOf(UUID orgId, Collection<String> handles);

  /** Replaces the row of the same golden and number; no effect when there is none. */
  void updateVersion(GoldenVersion version);

  /** Deletes the row; no effect when there is none. */
  void deleteVersion(UUID goldenId, int number);
}
