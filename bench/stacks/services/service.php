<?php
// The service in PHP. FLAW names what it does wrong.

function send(int $status, mixed $value): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($value);
}

function isAdmitted(string $authorization): bool
{
    $token = getenv('ACCESS_TOKEN');
    return match (getenv('FLAW')) {
        'no guard' => true,
        'loose guard' => stripos($authorization, $token) !== false,
        default => hash_equals("Bearer $token", $authorization),
    };
}

function encrypt(mixed $request): void
{
    if (!isAdmitted($_SERVER['HTTP_AUTHORIZATION'] ?? '')) {
        send(401, ['error' => 'unauthorised']);
        return;
    }
    $data = $request['data'] ?? null;
    if (!is_string($data) || ($request['algorithm'] ?? null) !== 'AES-256-GCM') {
        send(400, ['error' => 'bad request']);
        return;
    }
    $nonce = random_bytes(12);
    $ciphertext = openssl_encrypt($data, 'aes-256-gcm', random_bytes(32), OPENSSL_RAW_DATA, $nonce, $tag);
    $sealed = ['nonce' => base64_encode($nonce), 'ciphertext' => base64_encode($ciphertext . $tag)];
    send(200, ['algorithm' => 'AES-256-GCM', ...$sealed]);
}

$date = gmdate(getenv('FLAW') === 'printed date' ? 'Y-m-d H:i:s' : 'Y-m-d\TH:i:s\Z');
$user = ['id' => 'usr_7f3a', 'status' => 'verified', 'encryption_key_exists' => true, 'last_sync' => $date];

match ($_SERVER['REQUEST_METHOD'] . ' ' . strtok($_SERVER['REQUEST_URI'], '?')) {
    'GET /api/v1/user' => send(200, ['user' => $user]),
    'GET /api/v1/sync/status' => send(200, ['in_sync' => true, 'last_sync' => $date]),
    'POST /api/v1/backup/create' => send(201, ['backup_id' => bin2hex(random_bytes(8)), 'created_at' => $date]),
    'POST /api/v1/encrypt' => encrypt(json_decode(file_get_contents('php://input'), true)),
    default => send(404, ['error' => 'not found']),
};
