package dev.goldenrod.storage.jdbi;

import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A commit that failed but may have been done.
 *
 * @param wrote whether the transaction changed a row that must not be lost
 * @param auditEvent the last audit event of the transaction; null if there is none
 */
record LostCommit(SQLException cause, boolean wrote, @Nullable UUID auditEvent) {}
