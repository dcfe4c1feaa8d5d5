package dev.goldenrod.storage.jdbi;

import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A commit that failed and may have been done.
 *
 * @param wrote whether the transaction changed a row that must not be lost
 * @param auditEvent the last one that the transaction appended; null for none
 */
record LostCommit(SQLException cause, boolean wrote, @Nullable UUID auditEvent) {}
